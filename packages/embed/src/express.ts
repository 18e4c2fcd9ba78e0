export { createApp, createHttpServer, type HttpOptions } from '@tandem/adapter-express';
