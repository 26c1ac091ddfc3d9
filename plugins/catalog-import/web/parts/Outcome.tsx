import { useState } from 'react'
import type { OutcomeProps } from '../import/props.ts'
import type { Watched } from '../import/watched.ts'
import { FollowCard } from './FollowCard.tsx'
import { RegisterCard } from './RegisterCard.tsx'
import { SaveCard } from './SaveCard.tsx'

/** Registering an address or saving texts, then following the entities until they are in the catalog. */
export function Outcome(props: OutcomeProps) {
  const [watched, setWatched] = useState<Watched>()
  if (watched) return <FollowCard watched={watched} onAnother={() => setWatched(undefined)} />
  return props.data.location ? (
    <RegisterCard {...props} location={props.data.location} onWatch={setWatched} />
  ) : (
    <SaveCard {...props} onWatch={setWatched} />
  )
}
