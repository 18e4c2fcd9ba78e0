export { CREDENTIALS, type StandIn, standInS3 } from './stand-in.ts';
