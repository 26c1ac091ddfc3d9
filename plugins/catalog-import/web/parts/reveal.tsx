import { createContext, use, useState, type ReactNode } from 'react'

interface FileLine {
  readonly file: string
  readonly line: number
}

interface Reveal {
  readonly target: FileLine | undefined
  readonly go: (target: FileLine) => void
}

const RevealContext = createContext<Reveal>({ target: undefined, go: () => {} })

/** Lets a list of mistakes bring their lines into the view of the editor. */
export function RevealProvider({ onGo, children }: { onGo: (file: string) => void; children: ReactNode }) {
  const [target, setTarget] = useState<FileLine>()
  function go(next: FileLine) {
    onGo(next.file)
    setTarget({ ...next })
  }
  return <RevealContext value={{ target, go }}>{children}</RevealContext>
}

/** The line of a file that is to be shown. */
export function useReveal(file: string): FileLine | undefined {
  const { target } = use(RevealContext)
  return target?.file === file ? target : undefined
}

export function useGoToLine(): Reveal['go'] {
  return use(RevealContext).go
}
