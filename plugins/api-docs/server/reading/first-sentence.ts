/** How much of a description a list shows. */
const maxLength = 200

/** The first sentence of a description, on one line. */
export function firstSentence(description: string | undefined): string | undefined {
  const [paragraph = ''] = (description ?? '').trim().split(/\n\s*\n/, 1)
  const [sentence = ''] = paragraph.replace(/\s+/g, ' ').split(/(?<=[.!?]) /, 1)
  return sentence.length > maxLength ? `${sentence.slice(0, maxLength)}…` : sentence || undefined
}
