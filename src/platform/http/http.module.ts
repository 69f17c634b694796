import { Module } from '@nestjs/common';
import { AnswerBudget } from './answers/answer-budget.js';

@Module({ providers: [AnswerBudget], exports: [AnswerBudget] })
export class HttpModule {}
