package dev.hpa.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * HorizontalPodAutoscalers as a list in the shape of autoscaling/v2; {@code HpaVersion} reads and
 * writes it in the others. Kind and version stand on the list and not on its items.
 *
 * <p>Immutable.
 *
 * @param items null where the API has a list that was never filled, which is written as null
 */
public record HorizontalPodAutoscalerList(
    String kind,
    String apiVersion,
    ListMeta metadata,
    @JsonIgnoreProperties({"kind", "apiVersion"}) @Nullable List<HorizontalPodAutoscaler> items) {

  /** The kind of a list in every version. */
  public static final String KIND = HorizontalPodAutoscaler.KIND + "List";

  public HorizontalPodAutoscalerList {
    items = items == null ? null : List.copyOf(items);
  }

  @JsonCreator
  static HorizontalPodAutoscalerList decode(
      @JsonProperty("kind") @Nullable String kind,
      @JsonProperty("apiVersion") @Nullable String apiVersion,
      @JsonProperty("metadata") @Nullable ListMeta metadata,
      @JsonProperty("items") @Nullable List<HorizontalPodAutoscaler> items) {
    return of(metadata == null ? ListMeta.EMPTY : metadata, items);
  }

  /** A list with the given parts. */
  public static HorizontalPodAutoscalerList of(
      ListMeta metadata, @Nullable List<HorizontalPodAutoscaler> items) {
    return new HorizontalPodAutoscalerList(
        KIND, HorizontalPodAutoscaler.API_VERSION, metadata, items);
  }

  /** The items, of which a list that was never filled has none. */
  public List<HorizontalPodAutoscaler> itemsOrEmpty() {
    return items == null ? List.of() : items;
  }
}
