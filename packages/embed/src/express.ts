export {
  createApp,
  createFetch,
  createHttpServer,
  type FetchOptions,
  type HttpOptions,
} from '@tandem/adapter-express';
