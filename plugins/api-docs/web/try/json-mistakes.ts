/** What is wrong with a text that should be JSON, as browsers say it, with its line. An empty text is none. */
export function jsonMistakes(text: string): { readonly line: number; readonly reason: string }[] {
  if (text.trim() === '') return []
  try {
    JSON.parse(text)
    return []
  } catch (error) {
    const reason = (error as Error).message
    const line = /line (\d+)/.exec(reason)?.[1]
    const position = /position (\d+)/.exec(reason)?.[1]
    const before = text.slice(0, position === undefined ? text.length : Number(position))
    return [{ line: line === undefined ? before.split('\n').length : Number(line), reason: reason.replace(/^JSON\.parse: /, '') }]
  }
}
