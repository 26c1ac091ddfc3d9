export { answerGithub } from './github-api.ts'
export { showRepository } from './pages.ts'
export { createRepositories } from './repositories.ts'
export { answerGit } from './smart-http.ts'
