import type { Env, Token } from 'markdown-it'
import type { Notices } from '../notices.ts'

/** HTML of our own renderers, which is not sanitised, and the text that search finds in it. */
export interface Fragment {
  readonly html: string
  readonly text: string
}

/** What the rules know about the page that they render. */
export interface PageEnv extends Env {
  /** Fragments are put into the page after it was sanitised; the key keeps a page from naming one itself. */
  readonly fragmentKey: string
  readonly fragments: Fragment[]
  readonly footnotes: Map<string, Footnote>
  readonly abbreviations: Map<string, string>
  readonly warn: (code: string, message: string, line?: number) => void
  readonly notices: Notices
  /** Footnotes that something refers to. */
  footnoteCount: number
  /** Counts sets of tabs on the page. */
  tabSets: number
  /** How many captions of each kind have a number. */
  readonly captions: Map<string, number>
}

export interface Footnote {
  readonly tokens: Token[]
  /** Its place in the list; undefined until something refers to it. */
  number?: number
  references: number
}

/** A placeholder for a fragment. */
export function addFragment(env: PageEnv, fragment: Fragment): string {
  env.fragments.push(fragment)
  return `<${fragmentTag} key="${env.fragmentKey}" n="${env.fragments.length - 1}"></${fragmentTag}>`
}

export const fragmentTag = 'portico-fragment'
