import { hash } from 'node:crypto'
import { startFakeServer, type FakeAnswer } from './fake-server.ts'
import { createRepositoryModel, type ModelCommit, type ModelRepository } from './repository-model.ts'

interface Input {
  readonly repositoryName?: string
  readonly branchName?: string
  readonly commitId?: string
  readonly commitSpecifier?: string
  readonly filePath?: string
  readonly folderPath?: string
  readonly parentCommitId?: string
  readonly commitMessage?: string
  readonly putFiles?: readonly { readonly filePath: string; readonly fileContent: string }[]
  readonly deleteFiles?: readonly { readonly filePath: string }[]
  readonly pullRequestId?: string
  readonly pullRequestStatus?: string
  readonly title?: string
  readonly description?: string
  readonly targets?: readonly { readonly repositoryName: string; readonly sourceReference: string; readonly destinationReference: string }[]
}

const refused = (type: string, message: string): FakeAnswer => ({ status: 400, json: { __type: type, message } })

/** AWS CodeCommit: one address, and the action in a header. Repositories are added as `aws/name` and known as `name`. */
export async function startFakeCodeCommit() {
  const model = createRepositoryModel()

  const fake = await startFakeServer(request => {
    if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential='))
      return refused('MissingAuthenticationTokenException', 'Missing Authentication Token')
    const action = String(request.headers['x-amz-target']).replace('CodeCommit_20150413.', '')
    const input = request.json<Input & Record<string, unknown>>()
    if (action === 'CreateRepository') return create(input)
    if (action === 'GetPullRequest' || action === 'UpdatePullRequestStatus') return pullRequest(input)
    const name = input.repositoryName ?? input.targets?.[0]?.repositoryName ?? ''
    const repository = model.find('aws', name)
    if (!repository) return refused('RepositoryDoesNotExistException', 'no such repository')
    if (action === 'GetRepository') return { json: { repositoryMetadata: toJson(repository) } }
    return ofPulls(action, repository, input) ?? ofBranches(action, repository, input) ?? ofFiles(action, repository, input)
  })

  function toJson({ id, name, defaultBranch, branches }: ModelRepository) {
    const branch = branches.size === 0 ? {} : { defaultBranch }
    return { repositoryId: String(id), repositoryName: name, ...branch, cloneUrlHttp: `${fake.url}/v1/repos/${name}` }
  }

  function create({ repositoryName = '' }: Input): FakeAnswer {
    if (model.find('aws', repositoryName)) return refused('RepositoryNameExistsException', `${repositoryName} already exists`)
    return { json: { repositoryMetadata: toJson(model.add(`aws/${repositoryName}`)) } }
  }

  function ofBranches(action: string, repository: ModelRepository, input: Input): FakeAnswer | undefined {
    const { branchName = '', commitId = '' } = input
    if (action === 'GetBranch') {
      const found = repository.branches.get(branchName)
      return found === undefined
        ? refused('BranchDoesNotExistException', 'no such branch')
        : { json: { branch: { branchName, commitId: found } } }
    }
    if (action === 'CreateBranch') {
      if (!repository.commits.has(commitId)) return refused('CommitDoesNotExistException', 'no such commit')
      repository.branches.set(branchName, commitId)
      return { body: '' }
    }
    if (action !== 'CreateCommit') return undefined
    if (repository.branches.get(branchName) !== input.parentCommitId)
      return refused('ParentCommitIdOutdatedException', 'the branch has moved')
    const files = [
      ...(input.putFiles ?? []).map(({ filePath, fileContent }) => [filePath, Buffer.from(fileContent, 'base64')] as const),
      ...(input.deleteFiles ?? []).map(({ filePath }) => [filePath, undefined] as const),
    ]
    return { json: { commitId: model.commit(repository, branchName, Object.fromEntries(files), input.commitMessage).sha } }
  }

  function toPull(repository: ModelRepository, { number, title, source, target, state }: ModelRepository['requests'][number]) {
    const references = { sourceReference: `refs/heads/${source}`, destinationReference: `refs/heads/${target}` }
    const mergeMetadata = { isMerged: state === 'merged' }
    return {
      pullRequestId: String(number),
      title,
      pullRequestStatus: state === 'open' ? 'OPEN' : 'CLOSED',
      pullRequestTargets: [{ repositoryName: repository.name, ...references, mergeMetadata }],
    }
  }

  /** Numbers of pull requests are unique in an account: the fake server has one repository with them. */
  function pullRequest({ pullRequestId, pullRequestStatus }: Input): FakeAnswer {
    for (const repository of model.repositories) {
      const found = repository.requests.find(({ number }) => String(number) === pullRequestId)
      if (found && pullRequestStatus === 'CLOSED') found.state = 'closed'
      if (found) return { json: { pullRequest: toPull(repository, found) } }
    }
    return refused('PullRequestDoesNotExistException', 'no such pull request')
  }

  function ofPulls(action: string, repository: ModelRepository, input: Input): FakeAnswer | undefined {
    if (action === 'ListPullRequests')
      return { json: { pullRequestIds: repository.requests.filter(({ state }) => state === 'open').map(({ number }) => String(number)) } }
    if (action !== 'CreatePullRequest') return undefined
    const [{ sourceReference: source, destinationReference: target } = { sourceReference: '', destinationReference: '' }] =
      input.targets ?? []
    if (!repository.branches.has(source)) return refused('ReferenceDoesNotExistException', `${source} does not exist`)
    const made = model.openRequest(repository, { title: input.title ?? '', description: input.description ?? '', source, target })
    return { json: { pullRequest: toPull(repository, made) } }
  }

  function ofFiles(action: string, repository: ModelRepository, input: Input): FakeAnswer | undefined {
    const commit = model.resolve(repository, input.commitSpecifier ?? input.commitId)
    if (!commit) return refused('CommitDoesNotExistException', 'no such commit')
    if (action === 'GetCommit') {
      const seconds = Date.parse(commit.date) / 1000
      return { json: { commit: { commitId: commit.sha, committer: { date: `${seconds} +0000` } } } }
    }
    if (action === 'GetFolder') return ofFolder(commit, input.folderPath ?? '/')
    const found = commit.files.get(input.filePath ?? '')
    if (!found) return refused('FileDoesNotExistException', 'no such file')
    return { json: { fileContent: found.toString('base64'), blobId: hash('sha1', found) } }
  }

  return Object.assign(fake, { model })
}

function ofFolder({ files }: ModelCommit, folderPath: string): FakeAnswer {
  const folder = folderPath === '/' ? '' : `${folderPath}/`
  const below = [...files.keys()].filter(name => name.startsWith(folder)).map(name => name.slice(folder.length))
  const folders = new Set(below.filter(name => name.includes('/')).map(name => name.split('/')[0]))
  return {
    json: {
      files: below.filter(name => !name.includes('/')).map(name => ({ absolutePath: `${folder}${name}` })),
      subFolders: [...folders].map(name => ({ absolutePath: `${folder}${name}` })),
    },
  }
}
