const decoder = new TextDecoder('utf-8', { fatal: true })

/** Larger pages are not rendered: a page that nobody can read should not cost the memory of all others. */
export const maxPageBytes = 20 * 2 ** 20

/** The text of a Markdown file: UTF-8 with or without BOM, any line ends, tabs as spaces. Throws an error that says why not. */
export function toPageText(bytes: Uint8Array): string {
  if (bytes.length > maxPageBytes)
    throw new Error(`It has ${Math.ceil(bytes.length / 2 ** 20)} MB; at most ${maxPageBytes / 2 ** 20} MB are rendered`)
  if (bytes.includes(0)) throw new Error('It is not text: it contains NUL')
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    throw new Error('It is not text: it is not written in UTF-8')
  }
  return normaliseText(text)
}

/** Line ends as LF, tabs to the next multiple of four. */
export function normaliseText(text: string): string {
  const lines = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  return lines.includes('\t') ? lines.split('\n').map(expandTabs).join('\n') : lines
}

function expandTabs(line: string): string {
  if (!line.includes('\t')) return line
  let result = ''
  for (const part of line.split(/(\t)/)) result += part === '\t' ? ' '.repeat(4 - (result.length % 4)) : part
  return result
}
