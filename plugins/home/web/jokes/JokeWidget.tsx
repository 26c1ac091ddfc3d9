import { fetchApiRef, useApi, useConfig, useText } from '@portico/core/web'
import { homeSection } from '@portico/home/common'
import { Button, SkeletonRows } from '@portico/ui'
import { useEffect, useState } from 'react'
import { pageMessages } from '../page-messages.ts'
import { useWidgetSettings } from '../widget-settings.tsx'
import { jokeSettings } from './joke-settings.ts'
import styles from './JokeWidget.module.css'
import { ownJokes, type Joke } from './own-jokes.ts'

type Shown = Pick<Joke, 'setup' | 'punchline'>

/** A joke: one of the portal's own, or of the service in the config. Another category has another joke. */
export function JokeWidget() {
  const { defaultCategory } = useWidgetSettings(jokeSettings)
  return <ShownJoke key={defaultCategory} category={defaultCategory} />
}

function ShownJoke({ category }: { category: string }) {
  const text = useText()
  const { proxyPath } = useConfig(homeSection).jokes
  const fetch = useApi(fetchApiRef)
  const [round, setRound] = useState(0)
  const [joke, setJoke] = useState<Shown | undefined>(() => (proxyPath === undefined ? drawJoke(category, undefined) : undefined))

  useEffect(() => {
    if (proxyPath === undefined) return
    const abort = new AbortController()
    const address = `plugin://proxy${proxyPath}?category=${category}`
    readJoke(() => fetch(address, { signal: abort.signal })).then(
      found => setJoke(found),
      // Without the service there are still the portal's own.
      () => !abort.signal.aborted && setJoke(drawJoke(category, undefined)),
    )
    return () => abort.abort()
  }, [fetch, proxyPath, category, round])

  function next() {
    if (proxyPath === undefined) setJoke(drawJoke(category, joke))
    else setRound(round + 1)
  }

  if (!joke) return <SkeletonRows rows={2} />
  return (
    <div className={styles.joke}>
      <div lang="en">
        <p>{joke.setup}</p>
        <p className={styles.punchline}>{joke.punchline}</p>
      </div>
      <Button variant="default" size="xs" onClick={next}>
        {text(pageMessages.anotherJoke)}
      </Button>
    </div>
  )
}

/** Any joke of the category but the one before. */
function drawJoke(category: string, before: Shown | undefined): Joke | undefined {
  const fitting = ownJokes.filter(joke => (category === 'any' || joke.category === category) && joke.setup !== before?.setup)
  return fitting[Math.floor(Math.random() * fitting.length)]
}

async function readJoke(request: () => Promise<Response>): Promise<Shown> {
  const response = await request()
  if (!response.ok) throw new Error(`The joke service answered ${response.status}`)
  const answer: unknown = await response.json()
  // Some services answer with a list of one.
  const { setup, punchline } = ([answer].flat()[0] ?? {}) as Partial<Record<keyof Shown, unknown>>
  if (typeof setup !== 'string' || typeof punchline !== 'string') throw new Error('The joke service answered with something else')
  return { setup: setup.slice(0, 500), punchline: punchline.slice(0, 500) }
}
