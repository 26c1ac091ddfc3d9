import { expect, test } from 'vitest'
import { secretMentions, undeclaredSecret } from './secret-mentions.ts'

test.each([
  ['${{ secrets.TOKEN }}', ['TOKEN']],
  ['${{ secrets[\'A-B\'] | upper }} ${{ secrets [ "C" ] }}', ['A-B', 'C']],
  ['{% if secrets.A %}x{% endif %}', ['A']],
  ['${{ environment.secrets.KEY }} ${{ environment["secrets"].KEY }}', ['KEY', 'KEY']],
  ['${{ secrets | dump }} ${{ secrets[parameters.name] }}', [undefined, undefined]],
  ['${{ secrets.TOKEN', ['TOKEN']],
])('the secrets that expressions name are found in %s', (text, names) =>
  expect(secretMentions({ a: [text] })).toEqual(names.map(name => ({ path: 'a[0]', name }))),
)

test.each([
  'secrets.TOKEN without tags',
  '${{ parameters.secrets.x }} keeps secrets',
  "${{ steps['secrets'].output }}",
  '${{ mysecrets }}',
])('what is no secret is not taken for one: %s', text => expect(secretMentions(text)).toEqual([]))

test('what a template declares may be used, by its name', () => {
  const value = { a: '${{ secrets.A }}', b: '${{ secrets.B }}' }
  expect(undeclaredSecret(value, ['A', 'B'])).toBeUndefined()
  expect(undeclaredSecret(value, ['A'])).toEqual({ path: 'b', name: 'B' })
  expect(undeclaredSecret('${{ secrets }}', ['A'])).toEqual({ path: '', name: undefined })
})
