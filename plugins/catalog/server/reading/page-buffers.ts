/** Room before the texts, for what an answer begins with. */
const headBytes = 32
const initialBytes = 1_500_000
const maxKept = 6
const maxKeptBytes = 4_000_000
const keptMs = 10_000
const comma = 0x2c

/** The texts of one page, one after the other. */
export interface PageBuffer {
  add(text: Buffer): void
  readonly isEmpty: boolean
  /** The texts with commas between them, and what comes before and after. */
  finish(before: string, after: string): Buffer
  /** Nobody reads it any more: its memory is used for another page. */
  release(): void
}

export type PageBuffers = ReturnType<typeof createPageBuffers>

/**
 * Memory for large pages, used again and again while somebody reads everything. A megabyte and more for each page, taken anew, would make
 * the garbage collector go through the whole heap every few pages, which costs more than reading and sending them.
 */
export function createPageBuffers() {
  const kept: Buffer[] = []
  let timer: NodeJS.Timeout | undefined

  function keep(bytes: Buffer): void {
    if (kept.length >= maxKept || bytes.length > maxKeptBytes) return
    kept.push(bytes)
    timer ??= setTimeout(() => void (kept.length = 0), keptMs).unref()
    timer.refresh()
  }

  return {
    take(): PageBuffer {
      let bytes = kept.pop() ?? allocate(initialBytes)
      let end = headBytes
      let isReleased = false

      function reserve(more: number): void {
        if (end + more <= bytes.length) return
        const larger = allocate(Math.max(bytes.length * 2, end + more))
        bytes.copy(larger, 0, 0, end)
        bytes = larger
      }

      return {
        add(text) {
          reserve(text.length + 1)
          if (end > headBytes) bytes[end++] = comma
          // The native copy of `fill`: `copy` goes byte by byte where memory is shared.
          bytes.fill(text, end, end + text.length)
          end += text.length
        },
        get isEmpty() {
          return end === headBytes
        },
        finish(before, after) {
          const start = headBytes - Buffer.byteLength(before)
          bytes.write(before, start)
          reserve(Buffer.byteLength(after))
          return bytes.subarray(start, end + bytes.write(after, end))
        },
        release() {
          if (!isReleased) keep(bytes)
          isReleased = true
        },
      }
    },
  }
}

/** Shared memory is not counted by the garbage collector, which some megabytes more would make go through the whole heap. */
function allocate(length: number): Buffer {
  return Buffer.from(new SharedArrayBuffer(length))
}
