import { serveProcess } from './serve-process.ts'

type Answer = (message: object, report: (at: number) => void) => unknown

serveProcess(async ({ program, ...message }: { readonly program: string }, report) => {
  const { answer } = (await import(/* @vite-ignore */ program)) as { readonly answer: Answer }
  return answer(message, report)
})
