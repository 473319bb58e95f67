package dev.hpa.sandbox.table;

/** What a row includes of its object in addition to the cells. */
public enum IncludeObject {
  /** Nothing. */
  NONE,
  /** The metadata; the default. */
  METADATA,
  /** The complete object. */
  OBJECT;

  /**
   * Parses the query parameter {@code includeObject}; empty means {@link #METADATA}.
   *
   * @throws IllegalArgumentException with the message of kube-apiserver for the 400 response
   */
  public static IncludeObject parse(String parameter) {
    return switch (parameter) {
      case "None" -> NONE;
      case "", "Metadata" -> METADATA;
      case "Object" -> OBJECT;
      default ->
          throw new IllegalArgumentException(
              "Unable to convert to Table as requested: includeObject: Invalid value: \""
                  + parameter.replace("\\", "\\\\").replace("\"", "\\\"")
                  + "\": must be 'Metadata', 'Object', 'None', or empty");
    };
  }
}
