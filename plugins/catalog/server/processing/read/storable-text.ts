const maxMessageLength = 2000

/** Whether PostgreSQL can hold a text: no NUL, and no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** A text that PostgreSQL can hold and people can read, for messages that quote foreign text. */
export function storableText(text: string): string {
  const short = text.length > maxMessageLength ? `${text.slice(0, maxMessageLength)}…` : text
  return short.toWellFormed().replaceAll('\0', '\ufffd')
}
