package dev.hpa.sandbox.table;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;

/**
 * Options of a table.
 *
 * @param now the time that ages are relative to
 * @param apiVersion {@code meta.k8s.io/v1} or {@code meta.k8s.io/v1beta1}
 * @param includeObject what rows include of their object
 * @param shown converts a stored object to the requested version when the complete object is
 *     included
 * @param columns whether to write the column definitions; in a watch only the first event has them
 * @param resourceVersion of the list or the single object; omitted when empty
 * @param continueToken of the list; omitted when empty
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

  /** The default options: version v1, object metadata, column definitions, no list metadata. */
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

  /** Options for a page that is not the last one. */
  public TableOptions withContinue(String token, OptionalLong remaining) {
    return new TableOptions(
        now, apiVersion, includeObject, shown, columns, resourceVersion, token, remaining);
  }
}
