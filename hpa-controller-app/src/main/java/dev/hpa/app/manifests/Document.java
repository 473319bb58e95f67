package dev.hpa.app.manifests;

/**
 * One document of a file.
 *
 * @param json as it stands there, with repeated keys; what was YAML has become JSON. It need not be
 *     well-formed
 */
record Document(Place place, String json, Lines lines) {

  /** An item of this list. */
  Document item(int index, String itemJson) {
    String path = "items[" + index + "]";
    Lines below = lines.below(path);
    return new Document(place.item(path, below.of("")), itemJson, below);
  }
}
