/** The body of an answer that is read whole: never `response.text()` or `.json()`, which read as much as a host likes to send. */
export async function readWhole(response: Response, maxBytes: number, tooLarge: () => Error): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    // Leaving the loop also ends the request.
    if (size > maxBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
