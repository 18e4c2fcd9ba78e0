/** @jest-config-loader esbuild-register */
import type { Config } from 'jest';
import { DRIVER } from './packages/adapter-sqlite/src/engine/driver.ts';

const config: Config = {
  testEnvironment: 'node',
  // Tests that open databases themselves do so with the driver that the storage has on this Node.
  moduleNameMapper: { '^better-sqlite3$': DRIVER },
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
