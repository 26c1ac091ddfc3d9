import { writeSync } from 'node:fs'

const output = 1

/**
 * The program of a bounded process: answers one message after the other. `report` says how far it has come; the server knows it also when it has
 * to end the process.
 */
export function serveProcess<Message extends object>(answer: (message: Message, report: (at: number) => void) => unknown): void {
  process.on('message', ({ id, ...message }: { readonly id: number }) => {
    // Synchronous, so that nothing is lost with the process.
    const report = (at: number) => void writeSync(output, `${id} ${at}\n`)
    report(0)
    new Promise(resolve => resolve(answer(message as Message, report))).then(
      result => process.send?.({ id, result }),
      (error: unknown) => process.send?.({ id, failure: error instanceof Error ? error.message : String(error) }),
    )
  })
  // Without the server there is nothing to do.
  process.on('disconnect', () => process.exit(0))
  process.send?.({ ready: true })
}
