import { afterPaint, type AnalyticsSink, type AnalyticsSinkDependencies } from '@portico/core/web'
import type { VisitRecorder } from './visit-recorder.ts'

/** Every change of path is a visit. What records them is loaded with the first one, once that is on the screen. */
export function createVisitSink(given: AnalyticsSinkDependencies): AnalyticsSink {
  let recorder: Promise<VisitRecorder> | undefined
  return {
    captureEvent({ action, subject }) {
      if (action !== 'navigate') return
      const { title } = document
      afterPaint(() => {
        recorder ??= import('./visit-recorder.ts').then(({ createVisitRecorder }) => createVisitRecorder(given))
        recorder.then(
          ({ visit }) => visit(subject, title),
          (error: unknown) => {
            recorder = undefined
            given.onError(error)
          },
        )
      })
    },
  }
}
