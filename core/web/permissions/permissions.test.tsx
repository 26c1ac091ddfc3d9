import { AppError, basicPermission, notAllowedError, resourcePermission } from '@portico/core/common'
import { renderPage } from '@portico/core/testing/web'
import { expect, test } from 'vitest'
import { defineWebPlugin } from '../plugin.ts'
import { refusalOf } from './refusal.ts'
import { RequirePermission } from './RequirePermission.tsx'
import { usePermission } from './use-permission.ts'

const lend = resourcePermission('book.lend', 'book', 'update')

test('without a permission plugin everything is allowed at once [PERM-05]', async () => {
  const states: boolean[] = []
  function View() {
    const { allowed, loading } = usePermission({ permission: lend })
    states.push(allowed && !loading)
    return (
      <RequirePermission permission={basicPermission('shelf.manage')}>
        <h2>Shelves</h2>
      </RequirePermission>
    )
  }
  const page = { path: '/', title: 'Shelf', load: async () => ({ default: View }) }
  const { screen, requests } = renderPage({ plugins: [defineWebPlugin({ id: 'shelf', pages: [page] })] })
  expect(await screen.findByRole('heading', { name: 'Shelves' })).toBeTruthy()
  expect(states).not.toContain(false)
  expect(requests.filter(({ url }) => url.includes('/api/permission/'))).toEqual([])
})

test('a refusal is read from an error as far as it is one, whatever else is in it', () => {
  const details = {
    permission: 'book.lend',
    resourceRef: 'book:emma',
    grantedBy: [{ role: 'admin', description: 'All', conditional: 'no' }, { role: 7 }, null, { role: 'owner', conditional: true }],
    deniedBy: ['barred', 3],
  }
  expect(refusalOf(notAllowedError('no', { details }))).toEqual({
    permission: 'book.lend',
    resourceRef: 'book:emma',
    grantedBy: [
      { role: 'admin', description: 'All' },
      { role: 'owner', conditional: true },
    ],
    deniedBy: ['barred'],
  })
  expect(refusalOf(notAllowedError('no'))).toBeUndefined()
  expect(refusalOf(new AppError('NotFoundError', 'no', { details }))).toBeUndefined()
  expect(refusalOf(new Error('no'))).toBeUndefined()
})
