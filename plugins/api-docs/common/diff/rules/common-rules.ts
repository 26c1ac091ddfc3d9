import { rulesOf } from './rule.ts'

/** Rules for things that several formats have. */
export const commonRules = rulesOf({
  'documentation-changed': ['changed', 'compatible', 'Descriptions, summaries and examples change nothing for programs.'],
  'became-deprecated': ['changed', 'compatible', 'It still works. Plan to stop using it.'],
  'no-longer-deprecated': ['changed', 'compatible', 'It stays.'],
  'schema-added': ['added', 'compatible', 'A schema matters only where it is used.'],
  'schema-removed': ['removed', 'compatible', 'A schema matters only where it was used. What that means is listed there.'],
  'schema-renamed': ['changed', 'compatible', 'The wire is the same. Types of generated clients get another name.'],
  'server-added': ['added', 'compatible', 'Clients may go on using the others.'],
  'server-removed': ['removed', 'risky', 'Clients that use this address may no longer reach the API.'],
  'server-changed': ['changed', 'risky', 'Clients that use this address with its old settings may no longer reach the API.'],
  'security-required': ['changed', 'breaking', 'Requests without credentials are refused.'],
  'security-dropped': ['changed', 'compatible', 'Credentials are no longer needed.'],
  'security-alternative-added': ['added', 'compatible', 'Clients may go on signing in as before.'],
  'security-alternative-removed': ['removed', 'breaking', 'Clients that sign in this way are refused.'],
  'security-scope-added': ['added', 'breaking', 'Tokens that lack this scope are refused.'],
  'security-scope-removed': ['removed', 'compatible', 'Tokens need less than before.'],
  'security-scheme-added': ['added', 'compatible', 'It matters only where it is required.'],
  'security-scheme-removed': ['removed', 'risky', 'Clients that sign in this way may be refused.'],
  'security-scheme-changed': ['changed', 'breaking', 'Clients that sign in as before are refused.'],
  'security-address-changed': ['changed', 'risky', 'Clients ask for tokens at an address that may no longer answer.'],
})
