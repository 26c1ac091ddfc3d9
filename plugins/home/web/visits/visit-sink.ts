import { analyticsSinks } from '@portico/core/web'
import type { VisitRecorder } from './visit-recorder.ts'

/** Every change of path is a visit. The operator can turn it off: `analytics-sink:home/visits: false`. */
export const visitSink = analyticsSinks.fill({
  name: 'visits',
  create(given) {
    let recorder: Promise<VisitRecorder> | undefined
    return {
      captureEvent({ action, subject }) {
        if (action !== 'navigate') return
        const { title } = document
        recorder ??= import('./visit-recorder.ts').then(({ createVisitRecorder }) => createVisitRecorder(given))
        recorder.then(
          ({ visit }) => visit(subject, title),
          (error: unknown) => {
            recorder = undefined
            given.onError(error)
          },
        )
      },
    }
  },
})
