import type { KubeObject } from '@portico/kubernetes/common'

/** Whether labels fit a selector: `a=b,c!=d,e in (f,g),h notin (i),j,!k`. Undefined for one that cannot be read. */
export function parseLabelSelector(text: string): ((object: KubeObject) => boolean) | undefined {
  const tests: ((labels: Readonly<Record<string, string>>) => boolean)[] = []
  for (const part of text.match(/[^,(]+(\([^)]*\))?/g) ?? []) {
    const [, key = '', operator, list] = /^\s*([\w./-]+)\s+(in|notin)\s*\(([^)]*)\)\s*$/.exec(part) ?? []
    if (operator !== undefined) {
      const values = (list ?? '').split(',').map(value => value.trim())
      tests.push(labels => values.includes(labels[key] ?? '') === (operator === 'in'))
      continue
    }
    const [, name, sign, value] = /^\s*([\w./-]+)\s*(=|==|!=)\s*([\w.-]*)\s*$/.exec(part) ?? []
    const [, not, only] = /^\s*(!?)([\w./-]+)\s*$/.exec(part) ?? []
    if (name !== undefined) tests.push(labels => (labels[name] === value) === (sign !== '!='))
    else if (only !== undefined) tests.push(labels => only in labels === (not === ''))
    else return undefined
  }
  return ({ metadata }) => tests.every(test => test(metadata?.labels ?? {}))
}

/** Field selectors as events and pods take them: `involvedObject.name=x,type=Warning`. */
export function parseFieldSelector(text: string): (object: KubeObject) => boolean {
  const parts = text
    .split(',')
    .filter(Boolean)
    .map(part => part.split('='))
  return object => parts.every(([path = '', value]) => String(at(object, path.split('.'))) === value)
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value)
}
