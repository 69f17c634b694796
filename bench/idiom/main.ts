import 'reflect-metadata';
import { Body, Controller, Get, Module, Param, Post, Put, Query, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DataSource } from 'typeorm';
import { CreateCustomerDto, UpdateTicketDto } from './dto.js';
import * as entities from './entities.js';
import { CustomersService, FieldsService, TicketsService, type TicketQuery } from './services.js';

/**
 * The comparison with the usual way: NestJS, Express and TypeORM's `find` with relations, as in a tutorial. No keys,
 * one workspace.
 */

@Controller('api/external/v2/tickets')
class TicketsController {
  constructor(private readonly tickets: TicketsService) {}

  @Get()
  list(@Query() query: TicketQuery): Promise<object> {
    return this.tickets.list(query);
  }

  @Get(':id')
  async get(@Param('id') id: string): Promise<object> {
    return { ticket: await this.tickets.get(id) };
  }

  @Put(':id')
  async update(@Param('id') id: string, @Body() body: UpdateTicketDto): Promise<object> {
    return { ticket: await this.tickets.update(id, body) };
  }
}

@Controller('api/external/v2/fields')
class FieldsController {
  constructor(private readonly fields: FieldsService) {}

  @Get()
  list(): Promise<object> {
    return this.fields.list();
  }
}

@Controller('api/external/v2/customers')
class CustomersController {
  constructor(private readonly customers: CustomersService) {}

  @Post()
  create(@Body() { customer }: CreateCustomerDto): Promise<object> {
    return this.customers.create(customer);
  }
}

const dataSource = {
  provide: DataSource,
  useFactory: () =>
    new DataSource({
      type: 'postgres',
      url: process.env['IDIOM_DATABASE_URL'] ?? '',
      entities: Object.values(entities),
      applicationName: 'bench idiom',
      installExtensions: false,
      poolSize: 10,
      // The benchmark cancels statements whose answers it no longer waits for. This limit is for the case that the
      // benchmark was killed.
      extra: { statement_timeout: 30_000 },
    }).initialize(),
};

@Module({
  controllers: [TicketsController, FieldsController, CustomersController],
  providers: [dataSource, TicketsService, FieldsService, CustomersService],
})
class AppModule {}

const app = await NestFactory.create<NestExpressApplication>(AppModule, { logger: false });
app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true }));
await app.listen(0, '127.0.0.1');
process.stdout.write(`ready at ${await app.getUrl()}\n`);
