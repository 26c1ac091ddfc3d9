/** Gives the reader a file. */
export function downloadText(name: string, content: string, type = 'text/plain'): void {
  downloadFile(name, [content], `${type};charset=utf-8`)
}

/** Gives the reader a file that was put together from pieces. */
export function downloadFile(name: string, pieces: readonly BlobPart[], type: string): void {
  const url = URL.createObjectURL(new Blob([...pieces], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken hold of the content by the next turn.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
