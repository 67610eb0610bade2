import DumpFormats
import Glibc
import AutoLayout
import ViewHierarchy

/// What a storyboard of a hundred scenes takes on twenty devices.
enum DeviceComparison {
    private static let rounds = 5
    private static let scenes = 100
    private static let devices = 20

    static func run() throws {
        var text = SceneText()
        let bytes = Array(text.storyboard(scenes).utf8)
        let tree = try DumpReader.read(bytes, format: .storyboard).tree
        let screens = HeldDevice.all(Array(Device.all.suffix(devices)), [.portrait])
        let size = "\(text.views / scenes) views and \(text.rules / scenes) constraints"
        print("\n\(scenes) scenes of \(size) on the average, on")
        print("\(screens.count) devices and their canvas; milliseconds, medians of \(rounds)\n")
        try check(DeviceMatrix(tree, screens: screens, maximumViews: .max, namesContents: false))
        fflush(nil)
        print("| matrix | processor | wall clock |\n|---|---|---|")
        let kinds = [("as the page and lint ask for it", false), ("with the contents that views depend on", true)]
        for (name, namesContents) in kinds {
            var (processor, wall): ([Double], [Double]) = ([], [])
            for _ in 0..<rounds {
                let start = (Clock.processor, Clock.wall)
                _ = DeviceMatrix(tree, screens: screens, maximumViews: .max, namesContents: namesContents)
                processor.append(Clock.processor - start.0)
                wall.append(Clock.wall - start.1)
            }
            let cells = [processor, wall].map { "\(Int($0.sorted()[rounds / 2].rounded()))" }
            print("| \(name) | " + cells.joined(separator: " | ") + " |")
            fflush(nil)
        }
    }

    /// Whether the scenes are what they are meant to be: solved, and without conflicts on their canvas.
    private static func check(_ matrix: DeviceMatrix) throws {
        let conflicts = matrix.rows.filter { !$0.canvas.conflicts.isEmpty }.count
        let omissions = matrix.rows.filter { !$0.canvas.omissions.isEmpty }.count
        let isWhole = matrix.rows.count == scenes && matrix.rows.allSatisfy { $0.layouts.count == devices }
        guard isWhole, conflicts + omissions == 0 else {
            throw Fault("\(matrix.rows.count) scenes, \(conflicts) with conflicts, \(omissions) with omissions")
        }
    }
}
