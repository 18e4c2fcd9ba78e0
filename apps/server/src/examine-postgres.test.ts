import { onPostgres } from '@tandem/adapter-postgres/testing';
import pg from 'pg';
