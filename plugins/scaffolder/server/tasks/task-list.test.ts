import { openTestDatabase, type TestDatabase } from '@portico/core/testing'
import { coreSchemas } from '@portico/core/server'
import { scaffolderPlugin } from '@portico/scaffolder/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { selectTaskPage } from './task-query.ts'
import { createTaskStore } from './task-store.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase({ schemas: { ...coreSchemas, scaffolder: scaffolderPlugin.migrations ?? {} } })
  const db = database.database.forSchema('scaffolder')
  await sql`insert into task (id, template_ref, spec, status, created_by, finished_at)
    select gen_random_uuid(), 'template:default/t' || n % 20, jsonb_build_object('steps', '[]'::jsonb, 'parameters', '{}'::jsonb),
      case when n % 10 = 0 then 'failed' else 'completed' end, 'user:default/u' || n % 50, now() from generate_series(1, 10000) n`.execute(
    db,
  )
  await sql`analyze task`.execute(db)
})
afterAll(() => database.close())

test('ten thousand finished tasks are listed by owner and status from an index, without sorting', async () => {
  const db = database.database.forSchema('scaffolder')
  const query = { createdBy: ['user:default/u7'], status: ['completed' as const], order: [], limit: 50, offset: 0 }
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${selectTaskPage(db, query)}`.execute(db)
  const plan = rows.map(row => row['QUERY PLAN']).join('\n')
  expect(plan).toMatch(/Index Scan using task_by_owner/)
  expect(plan).not.toMatch(/Seq Scan|Sort/)
  const { tasks, total } = await createTaskStore(db).list(query)
  expect([tasks.length, total]).toEqual([50, 200])
})
