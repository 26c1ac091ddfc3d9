import { createContext, use, useState, type ReactNode } from 'react'

interface Place {
  readonly file: string
  readonly line: number
}

interface Reveal {
  readonly place: Place | undefined
  readonly go: (place: Place) => void
}

const RevealContext = createContext<Reveal>({ place: undefined, go: () => {} })

/** Lets a list of mistakes bring their lines into the view of the editor. */
export function RevealProvider({ onGo, children }: { onGo: (file: string) => void; children: ReactNode }) {
  const [place, setPlace] = useState<Place>()
  function go(next: Place) {
    onGo(next.file)
    setPlace({ ...next })
  }
  return <RevealContext value={{ place, go }}>{children}</RevealContext>
}

/** The line of a file that somebody wants to see. */
export function useReveal(file: string): Place | undefined {
  const { place } = use(RevealContext)
  return place?.file === file ? place : undefined
}

export function useGoToLine(): Reveal['go'] {
  return use(RevealContext).go
}
