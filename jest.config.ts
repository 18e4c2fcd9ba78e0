/** @jest-config-loader esbuild-register */
import type { Config } from 'jest';

const config: Config = {
  testEnvironment: 'node',
  // Tests that start servers wait more than they compute: a core left free for them is a core that idles.
  maxWorkers: '100%',
  // A machine that is busy with other things is slow, and not wrong.
  testTimeout: 30_000,
  testMatch: ['<rootDir>/{packages,apps,docs}/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['/dist/'],
  testEnvironmentOptions: { customExportConditions: ['@tandem/source', 'node', 'node-addons'] },
  transform: {
    '^.+\\.ts$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } } }],
  },
};

export default config;
