package dev.hpa.kube.discovery;

import dev.hpa.api.JsonStream;
import dev.hpa.kube.content.TypeMetaReader;
import java.io.IOException;
import java.io.InputStream;

/** Reads an APIResourceList, which has any number of resources if an aggregated API sends it. */
final class ResourceList {

  private ResourceList() {}

  /** Takes a resource of a list. */
  @FunctionalInterface
  interface Receiver {
    void accept(ApiResource resource) throws IOException;
  }

  /**
   * @param requested the group version of a list that names none
   * @param each takes the resources, subresources included; failures follow them
   * @return the group version
   */
  static String read(String requested, InputStream body, Receiver each) throws IOException {
    TypeMetaReader head = new TypeMetaReader();
    String[] groupVersion = {""};
    JsonStream.readObject(
        body,
        (member, in) -> {
          switch (member) {
            case "groupVersion" -> groupVersion[0] = in.string();
            case "resources" -> in.array(() -> each.accept(resource(in)));
            default -> {
              if (!head.tryRead(member, in)) {
                in.skip();
              }
            }
          }
        });
    head.throwIfFailureStatus();
    if (!head.kind().isEmpty() && !head.kind().equals("APIResourceList")) {
      throw new IOException(
          "converting (v1." + head.kind() + ") to (v1.APIResourceList): unknown conversion");
    }
    return groupVersion[0].isEmpty() ? requested : groupVersion[0];
  }

  private static ApiResource resource(JsonStream in) throws IOException {
    ApiResource.Builder resource = new ApiResource.Builder();
    in.object(
        member -> {
          switch (member) {
            case "name" -> resource.name = in.string();
            case "singularName" -> resource.singular = in.string();
            case "kind" -> resource.kind = in.string();
            case "namespaced" -> resource.namespaced = in.bool();
            case "group" -> resource.group = in.string();
            case "version" -> resource.version = in.string();
            default -> in.skip();
          }
        });
    return resource.build();
  }
}
