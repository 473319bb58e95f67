package dev.hpa.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * The metadata of a list. Every member may be unset; an empty text is left out like an unset one.
 *
 * @param resourceVersion the state of the store the list shows
 * @param continueToken asks for the rest of a list that goes on
 * @param remainingItemCount how many items the rest has, where that is known
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record ListMeta(
    @Nullable String selfLink,
    @Nullable String resourceVersion,
    @JsonProperty("continue") @Nullable String continueToken,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long remainingItemCount) {

  /** Metadata with nothing set. */
  public static final ListMeta EMPTY = new ListMeta(null, null, null, null);
}
