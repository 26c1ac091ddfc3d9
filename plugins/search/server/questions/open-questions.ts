import type { Core } from '@portico/core/server'
import type { QuestionStore } from './question-store.ts'
import { createQuestions } from './questions.ts'

/** What was searched for, written down once a minute by each server. */
export function openQuestions({ log, work }: Pick<Core, 'log' | 'work'>, store: QuestionStore) {
  const questions = createQuestions({ store, log })
  work.scheduler.schedule({
    id: 'record-questions',
    description: 'Records what was searched for, without who',
    frequency: { minutes: 1 },
    timeout: { minutes: 1 },
    scope: 'local',
    run: () => questions.write(),
  })
  return questions
}
