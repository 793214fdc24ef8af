export { deleteVotesAbout } from './delete-votes-about.ts';
export { forgetVoters } from './forget-voters.repository.ts';
export { listVotesOfReader } from './vote.repository.ts';
export { voteRoutes } from './vote.routes.ts';
