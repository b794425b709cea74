-- Stands in for the scripting objects that the scripts use, as DaVinci Resolve's public scripting README declares them.
-- Undeclared members and wrong argument types are errors. `world` is the state that a test reads.
local function object(methods)
  return setmetatable(methods, {
    __index = function(_, name)
      error("There is no " .. tostring(name))
    end,
  })
end

local function need(value, kind)
  assert(type(value) == kind, "Expected " .. kind .. ", was " .. type(value))
end

local function Item(fact)
  return object({
    GetMediaPoolItem = function()
      return fact.path and object({
        GetClipProperty = function(_, key)
          return key == "File Path" and fact.path or ""
        end,
      })
    end,
    GetName = function()
      return fact.name
    end,
    GetStart = function()
      return fact.from
    end,
    GetEnd = function()
      return fact.to
    end,
  })
end

function Timeline(facts)
  local noted = facts.noted or {}
  return object({
    GetName = function()
      return facts.name
    end,
    GetSetting = function(_, key)
      need(key, "string")
      return facts.rate
    end,
    GetStartFrame = function()
      return facts.startFrame or 0
    end,
    GetTrackCount = function(_, kind)
      return facts.tracks[kind] and #facts.tracks[kind] or 0
    end,
    GetItemListInTrack = function(_, kind, index)
      local items = {}
      for number, fact in ipairs(facts.tracks[kind][index]) do
        items[number] = Item(fact)
      end
      return items
    end,
    GetMediaPoolItem = function()
      if world.isOld then
        error("No such method")
      end
      return object({
        SetThirdPartyMetadata = function(_, key, value)
          need(value, "string")
          noted[key] = value
          world.noted = value
          return true
        end,
        GetThirdPartyMetadata = function(_, key)
          return noted[key] or ""
        end,
      })
    end,
    Export = function(_, path, exportType, subtype)
      need(path, "string")
      assert(exportType == "fcp7xml" and subtype == "none")
      local refused = world.refusesExport
      if refused == true or (refused and string.find(path, refused, 1, true)) then
        return false
      end
      world.exported = path
      return true
    end,
  })
end

local function Project(name, timelines)
  local project, settings = nil, {}
  local pool = object({
    GetRootFolder = function()
      return object({
        GetClipList = function()
          return world.clips or {}
        end,
        GetSubFolderList = function()
          return {}
        end,
      })
    end,
    ImportTimelineFromFile = function(_, path, options)
      need(path, "string")
      need(options.timelineName, "string")
      assert(options.importSourceClips == true)
      need(options.sourceClipsPath, "string")
      table.insert(world.calls, "import " .. path .. " as " .. options.timelineName)
      if name == "Untitled Project" or world.refuses[path] then
        return nil
      end
      local facts = { name = options.timelineName, rate = settings.timelineFrameRate or world.rate, tracks = world.tracks }
      table.insert(timelines, Timeline(facts))
      return timelines[#timelines]
    end,
  })
  project = object({
    GetName = function()
      return name
    end,
    GetMediaPool = function()
      return pool
    end,
    GetTimelineCount = function()
      return #timelines
    end,
    GetTimelineByIndex = function(_, index)
      return timelines[index]
    end,
    SetSetting = function(_, key, value)
      need(value, "string")
      if key == "timelineFrameRate" and #timelines > 0 then
        return false
      end
      settings[key] = value
      table.insert(world.calls, key .. " " .. value)
      return true
    end,
    SetCurrentTimeline = function(_, timeline)
      world.current = timeline
      return true
    end,
    GetCurrentTimeline = function()
      return world.current
    end,
  })
  return project
end

world = { calls = {}, refuses = {}, tracks = {}, names = {} }
local open
function openProject(name, timelines)
  open = Project(name, timelines or {})
end
local manager = object({
  GetCurrentProject = function()
    return open
  end,
  CreateProject = function(_, name)
    if world.names[name] then
      return nil
    end
    table.insert(world.calls, "project " .. name)
    openProject(name)
    return open
  end,
  SaveProject = function()
    table.insert(world.calls, "save")
    return true
  end,
})
resolve = object({
  EXPORT_FCP_7_XML = "fcp7xml",
  EXPORT_NONE = "none",
  GetProjectManager = function()
    return manager
  end,
})
