package dev.hpa.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("security")
class ValueLimitTest {

  @Test
  void asManyValuesAsTheLimitAreKept() throws IOException {
    ValueLimit limit = ValueLimit.of(3);
    for (int i = 0; i < 3; i++) {
      limit.add();
    }
    assertEquals(
        "the response has more than 3 values",
        assertThrows(IOException.class, limit::add).getMessage());
  }
}
