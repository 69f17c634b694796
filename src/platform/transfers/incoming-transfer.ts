import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { bodyTimeOf } from '../http/requests/body-time.js';
import { contextOf } from '../tenancy/request-context.js';
import { watchPace } from './pace.js';
import { TRANSFER_OPTIONS, type TransferOptions } from './transfer-options.js';
import { TransferPlacesOf } from './transfer-places-of.js';

/** Gives a request whose body holds files the limits of uploads: a place among them, and a pace in place of a time. */
@Injectable()
export class IncomingTransfer {
  constructor(
    private readonly places: TransferPlacesOf,
    @Inject(TRANSFER_OPTIONS) private readonly options: TransferOptions,
  ) {}

  /**
   * Begins it. The place is given back when the answer has left.
   * @returns what ends the pace
   * @throws too_many_transfers_at_once
   */
  begin(request: Request, response: Response): () => void {
    const { workspaceId } = contextOf(request);
    if (workspaceId === undefined) throw new Error('An upload reached its handler without a workspace.');
    this.places.uploads.enter(workspaceId, response);
    const time = bodyTimeOf(request);
    time?.stop();
    const { socket } = request;
    const end = watchPace(
      () => socket.bytesRead,
      this.options.transferBytesPerSecond,
      () => {
        if (!request.complete) time?.end();
      },
    );
    return () => {
      end();
      // What a refused client goes on to send has the time of any other body.
      if (!request.complete) time?.begin();
    };
  }
}
