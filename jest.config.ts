/** @jest-config-loader esbuild-register */
import { availableParallelism } from 'node:os';
import type { Config } from 'jest';

const config: Config = {
  testEnvironment: '<rootDir>/jest.environment.cjs',
  runtime: '<rootDir>/jest.runtime.cjs',
  moduleNameMapper: { '\\.css$': '<rootDir>/apps/web/testing/styles.ts' },
  // Tests that start servers wait as long as they compute; with a worker for each core, half of the cores would idle.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  // Memory left by earlier test files slows down later ones and grows to a gigabyte, so large workers are restarted.
  workerIdleMemoryLimit: '300MB',
  globalSetup: '<rootDir>/packages/adapter-postgres/testing/begin-run.ts',
  globalTeardown: '<rootDir>/packages/adapter-postgres/testing/end-run.ts',
  // The HTTP tests store their data in memory, or in PostgreSQL if configured.
  setupFilesAfterEnv:
    process.env.TANDEM_TEST_STORAGE === 'postgres'
      ? ['<rootDir>/packages/adapter-postgres/testing/for-worlds.ts']
      : [],
  testSequencer: '<rootDir>/jest.sequencer.cjs',
  // A machine that is busy with other things is slow, and not wrong.
  testTimeout: 30_000,
  testMatch: ['<rootDir>/{packages,apps,docs}/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['/dist/'],
  testEnvironmentOptions: { customExportConditions: ['@tandem/source', 'node', 'node-addons'] },
  transform: {
    '^.+\\.ts$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } } }],
    '^.+\\.tsx$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
        },
      },
    ],
  },
};

export default config;
