const suggestions: readonly (readonly [RegExp, string])[] = [
  [/\|\|/, "Write 'a or b' instead of 'a || b'"],
  [/&&/, "Write 'a and b' instead of 'a && b'"],
  [/\?[^?]*:/, "Write 'a if condition else b' instead of 'condition ? a : b'"],
  [/\w\.\[/, "Write steps['x'] instead of steps.['x']"],
  [/\.replaceAll\(/, "Write value | replace('a', 'b') instead of value.replaceAll('a', 'b')"],
  [/\|\s*split\b/, "Write value.split(',') instead of value | split(',')"],
  [/\|\s*map\b/, 'There is no filter map; use {% for %}, selectattr or groupby'],
  [
    /\|\s*(fromJson|base64|unique|now)\b|\bnow\(/,
    'That filter or function does not exist; GET /api/scaffolder/v2/templating-extensions lists those that do',
  ],
  [/!(?!=)/, "Write 'not a' instead of '!a'"],
]

const maxLength = 2000

/** What to write instead of an expression that fails, where that is known. */
export function suggestFor(source: string): string | undefined {
  // The start of it says enough, and a long text of nothing but beginnings would take for ever.
  const code = [...source.slice(0, maxLength).matchAll(/\$\{\{(.*?)\}\}|\{%(.*?)%\}/gs)].map(match =>
    (match[1] ?? match[2] ?? '').replaceAll(/'[^']*'|"[^"]*"/g, "''"),
  )
  const expression = code.join('\n')
  return suggestions.find(([pattern]) => pattern.test(expression))?.[1]
}
