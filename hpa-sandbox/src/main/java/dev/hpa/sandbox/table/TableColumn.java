package dev.hpa.sandbox.table;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A column definition.
 *
 * @param type the declared type; cells may differ
 * @param format {@code name} for the column that identifies the object
 * @param priority 0 for always shown, 1 for wide output only
 */
record TableColumn(String name, String type, String format, String description, int priority) {

  private static final String NAME =
      """
      Name must be unique within a namespace. Is required when creating resources, although some \
      resources may allow a client to request the generation of an appropriate name automatically. \
      Name is primarily intended for creation idempotence and configuration definition. Cannot be \
      updated. More info: \
      https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names""";

  static final String CREATION_TIMESTAMP =
      """
      CreationTimestamp is a timestamp representing the server time when this object was created. \
      It is not guaranteed to be set in happens-before order across separate operations. Clients \
      may not set this value. It is represented in RFC3339 form and is in UTC.

      Populated by the system. Read-only. Null for lists. More info: \
      https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata""";

  static final TableColumn IDENTITY = new TableColumn("Name", "string", "name", NAME, 0);

  /** The name where it does not identify the object, as in a Scale. */
  static final TableColumn PLAIN_NAME = text("Name", NAME);

  static final TableColumn AGE = text("Age", CREATION_TIMESTAMP);

  static final TableColumn CONTAINERS =
      text("Containers", "Names of each container in the template.").wide();

  static final TableColumn IMAGES =
      text("Images", "Images referenced by each container in the template.").wide();

  static TableColumn text(String name, String description) {
    return new TableColumn(name, "string", "", description, 0);
  }

  static TableColumn number(String name, String description) {
    return new TableColumn(name, "integer", "", description, 0);
  }

  /** The creation time under another name, declared as a date. */
  static TableColumn created(String name) {
    return new TableColumn(name, "date", "", CREATION_TIMESTAMP, 0);
  }

  /** This column, shown in wide output only. */
  TableColumn wide() {
    return new TableColumn(name, type, format, description, 1);
  }

  ObjectNode toJson() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("name", name)
        .put("type", type)
        .put("format", format)
        .put("description", description)
        .put("priority", priority);
  }
}
