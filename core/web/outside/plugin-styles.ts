import type { OutsideWebPlugin } from '@portico/core/common'

export interface StyleDependencies {
  readonly page: Document
  readonly fetch: typeof window.fetch
}

/**
 * Applies the style sheets of a plugin to what it draws, and to nothing else. The browser reads each sheet, and every rule of it is put inside the
 * scope of the plugin: a rule cannot end it, as text around text could.
 */
export async function applyPluginStyles({ id, styles }: OutsideWebPlugin, { page, fetch }: StyleDependencies): Promise<void> {
  const sheets = await Promise.all(
    styles.map(async ({ url, integrity }) => {
      const response = await fetch(url, { integrity })
      if (!response.ok) throw new Error(`The style sheet ${url} was answered with ${response.status}`)
      return scopedSheet(id, await response.text(), new URL(url, page.baseURI).href)
    }),
  )
  page.adoptedStyleSheets.push(...sheets)
}

/** The element that a plugin draws in. */
export function scopeSelector(id: string): string {
  return `[data-plugin="${CSS.escape(id)}"]`
}

export function scopedSheet(id: string, text: string, baseURL: string): CSSStyleSheet {
  const read = new CSSStyleSheet({ baseURL })
  read.replaceSync(text)
  const scoped = new CSSStyleSheet({ baseURL })
  const own = scopeSelector(id)
  // What another plugin draws inside of this one's is its own.
  scoped.replaceSync(`@layer plugins { @scope (${own}) to ([data-plugin]:not(${own})) {} }`)
  const [layer] = scoped.cssRules
  const scope = layer instanceof CSSLayerBlockRule ? layer.cssRules[0] : undefined
  if (!(scope instanceof CSSGroupingRule)) throw new Error('This browser cannot keep the styles of a plugin apart: it does not know @scope')
  const names = takenNames()
  for (const rule of [...read.cssRules]) {
    if (isTaken(rule, names)) continue
    settle(rule, names)
    scope.insertRule(rule.cssText, scope.cssRules.length)
  }
  return scoped
}

interface TakenNames {
  readonly fonts: ReadonlySet<string>
  readonly properties: CSSStyleDeclaration
}

/** Names that hold in the whole page, whatever the scope: those of the portal stay its own. Its animations do too, since they are in no layer. */
function takenNames(): TakenNames {
  return { fonts: new Set([...document.fonts].map(({ family }) => plain(family))), properties: getComputedStyle(document.documentElement) }
}

function isTaken(rule: CSSRule, { fonts, properties }: TakenNames): boolean {
  if (rule instanceof CSSFontFaceRule) return fonts.has(plain(rule.style.getPropertyValue('font-family')))
  if (rule instanceof CSSPropertyRule) return properties.getPropertyValue(rule.name) !== ''
  return false
}

const plain = (family: string) => family.replace(/^["']|["']$/g, '').toLowerCase()

/** A selector for the whole document. */
const documentSelector = /(^|,)\s*(?::root|:host|html|body)\s*(?=,|$)/g

/** What is said of the document is meant for what the plugin draws in; what is inside of media and layers is looked at too. */
function settle(rule: CSSRule, names: TakenNames): void {
  if (rule instanceof CSSStyleRule) rule.selectorText = rule.selectorText.replace(documentSelector, '$1:scope')
  if (!(rule instanceof CSSGroupingRule)) return
  for (const [index, inner] of [...[...rule.cssRules].entries()].toReversed()) {
    if (isTaken(inner, names)) rule.deleteRule(index)
    else settle(inner, names)
  }
}
