/** Downloads a file. */
export function downloadText(name: string, content: string, type = 'text/plain'): void {
  downloadFile(name, [content], `${type};charset=utf-8`)
}

/** Downloads a file made of several parts. */
export function downloadFile(name: string, chunks: readonly BlobPart[], type: string): void {
  const url = URL.createObjectURL(new Blob([...chunks], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has started the download by the next task.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
