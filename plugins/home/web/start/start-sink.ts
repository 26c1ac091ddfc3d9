import { afterPaint, homeSteps, type AnalyticsSink, type AnalyticsSinkDependencies } from '@portico/core/web'

/** Ticks off the steps of the card 'Start here' by what the user does. What records them is loaded with the first one. */
export function createStartSink({ extensions, identity, storage, onError }: AnalyticsSinkDependencies): AnalyticsSink {
  const steps = extensions.of(homeSteps)
  const seen = new Set<string>()
  let recorder: Promise<(ids: readonly string[]) => Promise<void>> | undefined
  return {
    captureEvent(event) {
      const done = steps.filter(({ item }) => item.isDoneBy(event)).map(({ id }) => id)
      if (done.length === 0) return
      const { userEntityRef } = identity.getIdentity()
      const fresh = done.filter(id => !seen.has(`${userEntityRef} ${id}`))
      if (fresh.length === 0) return
      for (const id of fresh) seen.add(`${userEntityRef} ${id}`)
      afterPaint(() => {
        recorder ??= import('./start-state.ts').then(({ createStepRecorder }) => createStepRecorder(storage))
        recorder
          .then(record => record(fresh))
          .catch((error: unknown) => {
            recorder = undefined
            onError(error)
          })
      })
    },
  }
}
