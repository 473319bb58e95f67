package dev.hpa.api;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/** How a {@link JsonValue} is read. */
sealed interface Reading {

  /** Keeps all fields; strings record escapes. */
  record AsWritten() implements Reading {}

  /** Omits {@code managedFields}, often half of an object, and what exceeds the budget. */
  record OfServers(ReadBudget budget) implements Reading {}

  default boolean recordsEscapes() {
    return this instanceof AsWritten;
  }

  /**
   * Whether a value is omitted; the parser is positioned at it.
   *
   * @param member its name; empty for an element
   */
  default boolean skips(String member, JsonParser value) throws IOException {
    return switch (this) {
      case AsWritten asWritten -> false;
      case OfServers(ReadBudget budget) ->
          isManagedFields(member, value) || !budget.take(member, value);
    };
  }

  private static boolean isManagedFields(String member, JsonParser value) {
    return member.equals("managedFields") && value.currentToken() == JsonToken.START_ARRAY;
  }
}
