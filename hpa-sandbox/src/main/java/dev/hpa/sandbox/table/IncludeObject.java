package dev.hpa.sandbox.table;

/** What a row carries of its object besides the cells. */
public enum IncludeObject {
  /** Nothing. */
  NONE,
  /** The metadata, which is the default. */
  METADATA,
  /** The whole object. */
  OBJECT;

  /**
   * Reads the query parameter {@code includeObject}; empty means {@link #METADATA}.
   *
   * @throws IllegalArgumentException with the message of the 400 a server answers
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
