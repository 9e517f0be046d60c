#pragma once

void bump_in_two_steps();
void bump_at_once();
int value();
