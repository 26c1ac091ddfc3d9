/** Gives the reader a file. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken hold of the content by the next turn.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
