package dev.hpa.sandbox.table;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;

/**
 * How a table is written.
 *
 * @param now the time that ages are relative to
 * @param apiVersion {@code meta.k8s.io/v1} or {@code meta.k8s.io/v1beta1}
 * @param includeObject what a row carries of its object
 * @param shown turns a stored object into the version that was asked for; used when the whole
 *     object is included
 * @param columns whether the column definitions are written; in a watch only the first event has
 *     them
 * @param resourceVersion of the list or of the single object; left out when empty
 * @param continueToken of the list; left out when empty
 * @param remainingItemCount of the list
 */
public record TableOptions(
    Instant now,
    String apiVersion,
    IncludeObject includeObject,
    UnaryOperator<ObjectNode> shown,
    boolean columns,
    String resourceVersion,
    String continueToken,
    OptionalLong remainingItemCount) {

  public static final String V1 = "meta.k8s.io/v1";
  public static final String V1BETA1 = "meta.k8s.io/v1beta1";

  /** The usual table: version v1, metadata of the objects, with columns, no list metadata. */
  public static TableOptions at(Instant now) {
    return new TableOptions(
        now,
        V1,
        IncludeObject.METADATA,
        UnaryOperator.identity(),
        true,
        "",
        "",
        OptionalLong.empty());
  }

  public TableOptions withApiVersion(String value) {
    return new TableOptions(
        now,
        value,
        includeObject,
        shown,
        columns,
        resourceVersion,
        continueToken,
        remainingItemCount);
  }

  public TableOptions withIncludeObject(IncludeObject value) {
    return new TableOptions(
        now, apiVersion, value, shown, columns, resourceVersion, continueToken, remainingItemCount);
  }

  public TableOptions withShown(UnaryOperator<ObjectNode> value) {
    return new TableOptions(
        now,
        apiVersion,
        includeObject,
        value,
        columns,
        resourceVersion,
        continueToken,
        remainingItemCount);
  }

  public TableOptions withoutColumns() {
    return new TableOptions(
        now,
        apiVersion,
        includeObject,
        shown,
        false,
        resourceVersion,
        continueToken,
        remainingItemCount);
  }

  public TableOptions withResourceVersion(String value) {
    return new TableOptions(
        now, apiVersion, includeObject, shown, columns, value, continueToken, remainingItemCount);
  }

  /** The metadata of one page of a list that goes on. */
  public TableOptions withContinue(String token, OptionalLong remaining) {
    return new TableOptions(
        now, apiVersion, includeObject, shown, columns, resourceVersion, token, remaining);
  }
}
