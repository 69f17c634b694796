import { ConfigError, readConfig } from './env.js';

const KEYS = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };

const mistakesIn = (environment: NodeJS.ProcessEnv): string => {
  try {
    readConfig(environment);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message.split('\n').slice(1).join('\n').trim();
  }
  return '';
};

describe('the bucket of attachments', () => {
  it('does not exist when no setting names it', () => {
    expect(readConfig({})).toMatchObject({ s3: undefined, clamd: undefined });
  });

  it('is one of Amazon when no server is named', () => {
    expect(readConfig({ S3_BUCKET: 'files' }).s3).toEqual({
      endpoint: undefined,
      publicEndpoint: undefined,
      bucket: 'files',
      region: 'us-east-1',
      keys: undefined,
      isPathStyle: false,
    });
  });

  it('is in the path at other servers, unless a setting says otherwise', () => {
    const named = { S3_BUCKET: 'files', S3_ENDPOINT: 'http://minio:9000/', S3_REGION: 'eu', ...KEYS };
    expect(readConfig(named).s3).toMatchObject({
      endpoint: 'http://minio:9000',
      region: 'eu',
      keys: { id: 'id', secret: 'secret' },
      isPathStyle: true,
    });
    expect(readConfig({ ...named, S3_PATH_STYLE: 'false' }).s3?.isPathStyle).toBe(false);
  });

  it.each([
    [{ S3_BUCKET: 'No' }, 'S3_BUCKET: must be the name of a bucket (3 to 63 of a-z, 0-9, dots, hyphens)'],
    [{ S3_BUCKET: 'files', S3_ENDPOINT: 'minio:9000' }, 'S3_ENDPOINT: must be an http:// or https:// address without a path'],
    [{ S3_BUCKET: 'files', S3_ENDPOINT: 'http://minio/x' }, 'S3_ENDPOINT: must be an http:// or https:// address without a path'],
    [{ S3_ENDPOINT: 'http://minio' }, 'S3_BUCKET: must be set when S3_ENDPOINT is'],
    [{ S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'id' }, 'S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: both must be set, or none'],
    [{ S3_BUCKET: 'files', ATTACHMENTS_DIR: '/srv' }, 'S3_BUCKET, ATTACHMENTS_DIR: attachments are in a bucket or in a folder, not in both'],
  ])('is refused: %j', (environment, mistake) => {
    expect(mistakesIn(environment)).toBe(mistake);
  }); // prettier-ignore
});

describe('the virus scanner', () => {
  it.each([
    ['tcp://127.0.0.1:3310', { host: '127.0.0.1', port: 3310 }],
    ['tcp://[::1]:3310', { host: '::1', port: 3310 }],
    ['unix:/run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
  ])('is reached at %s', (url, address) => {
    expect(readConfig({ CLAMD_URL: url }).clamd).toEqual(address);
  });

  it.each(['clamd:3310', 'tcp://clamd', 'unix:clamd.ctl', 'http://clamd:3310'])(
    'is not reached at %s',
    (url) => {
      expect(mistakesIn({ CLAMD_URL: url })).toBe(
        'CLAMD_URL: must be tcp://<host>:<port> or unix:<path of a socket>',
      );
    },
  );
});
