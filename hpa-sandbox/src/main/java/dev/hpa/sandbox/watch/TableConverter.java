package dev.hpa.sandbox.watch;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.request.RequestInfo;
import dev.hpa.sandbox.store.StoredObject;
import dev.hpa.sandbox.table.IncludeObject;
import dev.hpa.sandbox.table.TableOptions;
import dev.hpa.sandbox.table.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Converts lists, objects and watch events to tables. */
public final class TableConverter {

  private final Cluster cluster;

  public TableConverter(Cluster cluster) {
    this.cluster = cluster;
  }

  public ObjectNode list(
      RequestInfo target, ListHandler.Page page, String version, @Nullable String include) {
    TableOptions options =
        options(target, version, include).withResourceVersion(Long.toString(page.revision()));
    if (!page.next().isEmpty()) {
      options = options.withContinue(page.next(), page.remaining());
    }
    return table(target, page.objects(), options);
  }

  public ObjectNode single(
      RequestInfo target, StoredObject object, String version, @Nullable String include) {
    return table(
        target,
        List.of(object),
        options(target, version, include).withResourceVersion(Long.toString(object.revision())));
  }

  public ObjectNode scale(ObjectNode scale, String version, @Nullable String include) {
    TableOptions options =
        options(version, include)
            .withResourceVersion(scale.at("/metadata/resourceVersion").asText());
    return Tables.table("autoscaling", "scales", List.of(scale), options);
  }

  /** Tables of one row each; only the first has the column definitions. */
  public WatchEventEncoder events(RequestInfo target, String version, @Nullable String include) {
    options(target, version, include);
    AtomicBoolean columnsSent = new AtomicBoolean();
    return new WatchEventEncoder.JsonFrames() {
      @Override
      public byte[] event(String type, StoredObject object) {
        return line(type, object.tree());
      }

      @Override
      public byte[] event(String type, ObjectNode object) {
        return type.equals("ERROR") ? super.event(type, object) : line(type, object);
      }

      private byte[] line(String type, ObjectNode object) {
        TableOptions options =
            options(target, version, include)
                .withResourceVersion(object.at("/metadata/resourceVersion").asText());
        return super.event(
            type,
            tableOf(
                target,
                List.of(object),
                columnsSent.getAndSet(true) ? options.withoutColumns() : options));
      }
    };
  }

  private TableOptions options(RequestInfo target, String version, @Nullable String include) {
    return options(version, include).withShown(target.version().fromStored());
  }

  private TableOptions options(String version, @Nullable String include) {
    TableOptions options = TableOptions.at(cluster.now()).withApiVersion(version);
    try {
      return options.withIncludeObject(IncludeObject.parse(include == null ? "" : include));
    } catch (IllegalArgumentException failure) {
      throw StatusException.badRequest(String.valueOf(failure.getMessage()));
    }
  }

  private static ObjectNode table(
      RequestInfo target, List<StoredObject> objects, TableOptions options) {
    List<ObjectNode> trees = new ArrayList<>(objects.size());
    objects.forEach(object -> trees.add(object.tree()));
    return tableOf(target, trees, options);
  }

  private static ObjectNode tableOf(
      RequestInfo target, List<ObjectNode> trees, TableOptions options) {
    ResourceType type = target.type();
    return Tables.table(type.group(), type.plural(), trees, options);
  }
}
