export { createStarterContent } from './create-starter-content.ts';
